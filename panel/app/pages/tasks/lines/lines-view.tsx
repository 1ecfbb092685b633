import { NativeSelect, Skeleton, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatInstant } from "../../../time/format-time.ts";
import { withoutEscapes } from "../../../ui/failure/log-escapes.ts";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { useTaskPlace } from "../place/use-task-place.ts";
import { nodeName, type TaskJson } from "../run/task-model.ts";
import type { NodeLineJson } from "./node-line.ts";
import { useTaskLines } from "./use-task-lines.ts";
import "./lines-view.css";

const LINE_PX = 20;
const AT_END_PX = 24;

export interface LinesViewProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
}

/** The log of all nodes, by time; it follows while the run goes on. */
export function LinesView({ task, all }: LinesViewProps): ReactElement {
  const { t } = useTranslation();
  const { node: chosen } = useTaskPlace();
  const [asked, setAsked] = useState<string | null>(null);
  const node = asked ?? chosen ?? "";
  const isRunning = task.phase !== "ended";
  const lines = useTaskLines(task.instanceId, node === "" ? undefined : node, isRunning);
  // Its last lines may have come together with its end.
  const { refetch } = lines;
  useEffect(() => void (!isRunning && refetch()), [isRunning, refetch]);
  if (task.hidden !== undefined) return <HiddenPart part="log" />;
  return (
    <div className="task-lines">
      <NativeSelect
        size="xs"
        aria-label={t("task.lines.node")}
        value={node}
        onChange={({ currentTarget: { value } }) => setAsked(value)}
        data={[
          { value: "", label: t("task.lines.all") },
          ...all.map(({ id, title }) => ({ value: id, label: title ?? id })),
        ]}
      />
      {lines.data === undefined && lines.error !== null && <ErrorState error={lines.error} />}
      {lines.data === undefined && lines.error === null && <Skeleton height={80} />}
      {lines.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(isRunning ? "instances.logWaiting" : "task.lines.none")}
        </Text>
      )}
      {lines.data !== undefined && lines.data.length > 0 && (
        <Lines lines={lines.data} all={all} isRunning={isRunning} />
      )}
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly NodeLineJson[];
  readonly all: readonly BodyNode[];
  readonly isRunning: boolean;
}

function Lines({ lines, all, isRunning }: LinesProps): ReactElement {
  const { t } = useTranslation();
  const { go } = useTaskPlace();
  const body = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(isRunning);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => body.current,
    estimateSize: () => LINE_PX,
    overscan: 24,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (isFollowing) virtual.scrollToIndex(lines.length - 1, { align: "end" });
  }, [isFollowing, lines.length, virtual]);
  const noteScroll = (): void => {
    if (body.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = body.current;
    setFollowing(isRunning && scrollHeight - scrollTop - clientHeight <= AT_END_PX);
  };
  return (
    <div
      ref={body}
      className="task-lines-body mono"
      role="log"
      aria-live="off"
      aria-label={t("task.lines.label")}
      tabIndex={0}
      onScroll={noteScroll}
    >
      <div className="task-lines-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <div
              key={index}
              data-index={index}
              ref={virtual.measureElement}
              className="task-lines-place"
              style={{ transform: `translateY(${start}px)` }}
            >
              <div className={`task-line task-line-${line.level}`}>
                <time className="task-line-time" dateTime={line.at}>
                  {formatInstant(new Date(line.at)).slice(-8)}
                </time>
                <button
                  type="button"
                  tabIndex={-1}
                  className="task-line-node one-line"
                  title={line.run}
                  onClick={() => go({ node: line.node })}
                >
                  {nodeName(all, line.node)}
                  {/:(\d+)/.exec(line.run)?.[0] ?? ""}
                </button>
                <span className="task-line-text">{withoutEscapes(line.message)}</span>
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
