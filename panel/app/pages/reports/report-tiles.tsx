import { TrendingDown, TrendingUp } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../api/operations.generated.ts";
import { type FigureKind, useFigureText } from "./use-figure-text.ts";

type Figures = Report["total"];

/** The tiles in their order. */
const TILES = [
  { name: "runs", kind: "count", good: null, of: ({ runs }) => runs },
  { name: "successRate", kind: "rate", good: "more", of: ({ successRate }) => successRate },
  { name: "failures", kind: "count", good: "less", of: ({ terminated }) => terminated },
  { name: "p50", kind: "duration", good: "less", of: ({ duration }) => duration.p50Ms },
  { name: "p95", kind: "duration", good: "less", of: ({ duration }) => duration.p95Ms },
  { name: "wait", kind: "duration", good: "less", of: ({ wait }) => wait.p95Ms },
  { name: "lateness", kind: "duration", good: "less", of: ({ lateness }) => lateness.p95Ms },
  { name: "retries", kind: "count", good: "less", of: ({ retries }) => retries },
  { name: "work", kind: "duration", good: null, of: ({ workMs }) => workMs },
  { name: "cpu", kind: "duration", good: null, of: ({ cpuMs }) => cpuMs },
  { name: "memory", kind: "size", good: null, of: ({ peakMemoryBytes }) => peakMemoryBytes },
] as const satisfies readonly {
  readonly name: string;
  readonly kind: FigureKind;
  /** Which change is for the better; `null` where neither is. */
  readonly good: "more" | "less" | null;
  readonly of: (figures: Figures) => number | null;
}[];

/** Figures of programs and threads alone, which are shown where there are some. */
const MEASURED: ReadonlySet<string> = new Set(["cpu", "memory"]);

export interface ReportTilesProps {
  readonly total: Figures;
  /** The time of the same length before. */
  readonly before: Figures;
}

/** The figures of a report, each with its change against the time before. */
export function ReportTiles({ total, before }: ReportTilesProps): ReactElement {
  const { t } = useTranslation();
  const hasBefore = before.runs > 0;
  return (
    <dl className="report-tiles">
      {TILES.filter(({ name, of }) => !MEASURED.has(name) || of(total) !== null).map(
        ({ name, kind, good, of }) => (
          <Tile
            key={name}
            name={t(`reports.figure.${name}`)}
            kind={kind}
            good={good}
            now={of(total)}
            before={hasBefore ? of(before) : null}
          />
        ),
      )}
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly kind: FigureKind;
  readonly good: "more" | "less" | null;
  readonly now: number | null;
  readonly before: number | null;
}

function Tile({ name, kind, good, now, before }: TileProps): ReactElement {
  const { t } = useTranslation();
  const { text, change } = useFigureText();
  const difference = now === null || before === null ? 0 : now - before;
  const isMore = difference > 0;
  const tone = difference === 0 || good === null ? "same" : isMore === (good === "more") ? "better" : "worse";
  const Icon = isMore ? TrendingUp : TrendingDown;
  return (
    <div className="report-tile">
      <dt>{name}</dt>
      <dd>{text(kind, now)}</dd>
      <dd className={`report-change report-${tone}`}>
        {before === null ? (
          t("reports.noBefore")
        ) : (
          <>
            {difference !== 0 && <Icon size={14} aria-hidden="true" />}
            <span>{now === null ? "" : change(kind, now, before)}</span>
            <span className="dimmed">{t("reports.before", { value: text(kind, before) })}</span>
          </>
        )}
      </dd>
    </div>
  );
}
