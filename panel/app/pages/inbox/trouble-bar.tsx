import { BellOff, Check, RotateCcw } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../i18n/i18n.ts";
import { useRefusal } from "../../session/use-may.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { SelectionBar } from "../../ui/table/selection-bar.tsx";
import type { Ticks } from "../../ui/table/use-ticks.ts";
import type { Trouble } from "./troubles.ts";
import { useTroubleActs } from "./use-trouble-acts.ts";

const RerunCauses = lazy(
  withWords(async () => ({ default: (await import("./rerun-causes.tsx")).RerunCauses }), "history"),
);

export interface TroubleBarProps {
  readonly ticks: Ticks;
  readonly troubles: readonly Trouble[];
  readonly from: string;
}

/** The acts on what is ticked, each with how much it is about. */
export function TroubleBar({ ticks, troubles, from }: TroubleBarProps): ReactElement {
  const { t } = useTranslation();
  const chosen = troubles.filter(({ id }) => ticks.has(id));
  const incidents = chosen.flatMap((one) => (one.kind === "alarm" ? [one.incident] : one.alarms));
  const open = incidents.filter(({ state }) => state === "open");
  const groups = chosen.flatMap((one) => (one.kind === "broken" ? [one.group] : []));
  const causes = groups.filter(({ cause }) => cause !== null);
  const mayNotHandle = useRefusal("alarms:handle");
  const mayNotRerun = useRefusal("runs:rerun");
  const mayNotRead = useRefusal("payloads:read");
  const { acknowledge, snooze, isPending } = useTroubleActs(ticks.clear);
  const [isRerunning, setRerunning] = useState(false);
  const none = t("inbox.noneTicked");
  return (
    <>
      <SelectionBar ticks={ticks}>
        <RefusableButton
          size="compact-sm"
          variant="default"
          loading={isPending}
          refusal={mayNotHandle ?? (open.length === 0 ? none : null)}
          leftSection={<Check size={13} aria-hidden="true" />}
          onClick={() => acknowledge(open)}
        >
          {t("inbox.acknowledge", { count: open.length })}
        </RefusableButton>
        <RefusableButton
          size="compact-sm"
          variant="default"
          refusal={mayNotRerun ?? mayNotRead ?? (causes.length === 0 ? none : null)}
          leftSection={<RotateCcw size={13} aria-hidden="true" />}
          onClick={() => setRerunning(true)}
        >
          {t("inbox.rerun", { count: causes.reduce((sum, { count, rerun }) => sum + count - rerun, 0) })}
        </RefusableButton>
        <RefusableButton
          size="compact-sm"
          variant="default"
          loading={isPending}
          refusal={(incidents.length > 0 ? mayNotHandle : null) ?? (groups.length > 0 ? mayNotRerun : null)}
          leftSection={<BellOff size={13} aria-hidden="true" />}
          onClick={() => snooze({ incidents, groups })}
        >
          {t("inbox.snooze", { count: chosen.length })}
        </RefusableButton>
      </SelectionBar>
      {isRerunning && (
        <Suspense fallback={null}>
          <RerunCauses groups={causes} from={from} onClose={() => setRerunning(false)} onDone={ticks.clear} />
        </Suspense>
      )}
    </>
  );
}
