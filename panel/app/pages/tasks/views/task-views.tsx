import { SegmentedControl, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactElement, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../time/format-time.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import type { NodeLook } from "../graph/node-look.ts";
import { TASK_VIEWS, type TaskViewName } from "../place/task-search.ts";
import { useTaskPlace } from "../place/use-task-place.ts";
import { shortNote } from "../run/node-note.ts";
import { useShown } from "../run/shown-run.ts";
import { ListView } from "./list-view.tsx";
import type { NodeRow } from "./node-rows.ts";
import { RunTimes } from "./run-times.tsx";
import type { ViewProps } from "./view-props.ts";
import "./task-views.css";

const TaskGraph = lazy(async () => ({ default: (await import("../graph/task-graph.tsx")).TaskGraph }));
const TimeView = lazy(async () => ({ default: (await import("./late-views.ts")).TimeView }));
const GridView = lazy(async () => ({ default: (await import("./late-views.ts")).GridView }));

export interface TaskViewsProps extends ViewProps {
  readonly nodes: readonly BodyNode[];
}

/** The nodes of a run, in one of four views: what is chosen in one is chosen in all. */
export function TaskViews({ nodes, rows, ...props }: TaskViewsProps): ReactElement {
  const { t } = useTranslation();
  const { view: asked, go } = useTaskPlace();
  const { isNow, source } = useShown();
  const isNarrow = useMediaQuery("(width < 48em)", false, { getInitialValueInEffect: false });
  // A file knows no other runs.
  const views = TASK_VIEWS.filter((one) => one !== "grid" || source === null);
  const view = views.find((one) => one === asked) ?? (isNarrow ? "list" : "graph");
  const [wanted, setWanted] = useState("");
  const sought = useDeferredValue(wanted.trim().toLowerCase());
  const found = useMemo(
    () =>
      sought === "" ? rows : rows.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(sought)),
    [rows, sought],
  );
  return (
    <div className="task-views">
      <div className="task-views-head">
        <SegmentedControl
          size="xs"
          aria-label={t("task.view.label")}
          value={view}
          onChange={(value) => go({ view: value })}
          transitionDuration={0}
          data={views.map((value) => ({ value, label: t(`task.view.${value}`) }))}
        />
        <SearchField
          label={t("task.view.find")}
          value={wanted}
          onSearch={(value) => setWanted(value ?? "")}
        />
        {sought !== "" && (
          <Text size="xs" c="dimmed" role="status">
            {found.length === 0 ? t("task.view.none") : t("task.view.found", { count: found.length })}
          </Text>
        )}
        <div className="task-views-times">
          {isNow && source === null && props.task.phase === "ended" && (
            <RunTimes task={props.task} rows={rows} />
          )}
          <PathWords rows={rows} />
        </div>
      </div>
      <Suspense>
        <ViewOf view={view} nodes={nodes} rows={rows} found={found} isSearching={sought !== ""} {...props} />
      </Suspense>
    </div>
  );
}

interface ViewOfProps extends TaskViewsProps {
  readonly view: TaskViewName;
  readonly found: readonly NodeRow[];
  readonly isSearching: boolean;
}

function ViewOf({ view, nodes, rows, found, isSearching, ...props }: ViewOfProps): ReactElement {
  const { t } = useTranslation();
  const { isNow, source } = useShown();
  const looks = useMemo(
    () =>
      new Map(
        rows.map((row): readonly [string, NodeLook] => [
          row.id,
          {
            status: row.status,
            note: shortNote(row.node, t),
            branches: row.node.branches,
            ms: row.ms,
            share: row.share,
            isCritical: row.isCritical,
          },
        ]),
      ),
    [rows, t],
  );
  const foundIds = useMemo(() => new Set(isSearching ? found.map(({ id }) => id) : []), [found, isSearching]);
  switch (view) {
    case "graph":
      return (
        <TaskGraph
          nodes={nodes}
          looks={looks}
          found={foundIds}
          selected={props.selected}
          onSelect={props.onSelect}
        />
      );
    case "time":
      return <TimeView {...props} rows={found} isLive={isNow && source === null} />;
    case "grid":
      return <GridView {...props} rows={found} />;
    case "list":
      return <ListView {...props} rows={found} />;
  }
}

/** How much of the run's time the critical path had. */
function PathWords({ rows }: { readonly rows: readonly NodeRow[] }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const path = rows.filter(({ isCritical }) => isCritical);
  const begins = path.flatMap(({ times }) => times?.startedMs ?? []);
  const all = rows.flatMap(
    ({ times }) => times?.spans.map(({ fromMs, untilMs }) => [fromMs, untilMs] as const) ?? [],
  );
  if (path.length < 2 || begins.length === 0) return null;
  const from = Math.min(...all.map(([fromMs]) => fromMs));
  const ended = path.flatMap(({ times }) => times?.endedMs ?? []);
  const spent = path.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  if (ended.length < path.length) return null;
  return (
    <Text size="xs" c="dimmed">
      {t("task.view.criticalPath", {
        ms: formatDuration(spent, i18n.language),
        total: formatDuration(Math.max(...ended) - from, i18n.language),
      })}
    </Text>
  );
}
