import { Skeleton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useLocation } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactElement,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useTimeMode } from "../../../time/time-mode.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { LogLineRow } from "./log-line-row.tsx";
import { hashOfLine, lineOfHash } from "./linked-line.ts";
import { countLines, errorsOf, firstErrorOf, type LogRow } from "./log-rows.ts";
import { findInLog } from "./log-search.ts";
import { DEFAULT_LOG_LOOK, type LogLook, LogToolbar } from "./log-toolbar.tsx";
import { useRunLog } from "./use-run-log.ts";
import "./log.css";

const LINE_PX = 20;
const ATTEMPT_PX = 46;
const OVERSCAN = 24;
const AT_END_PX = 24;

export interface LogViewProps {
  readonly id: string;
  readonly isRunning: boolean;
}

/** A run's log: only the lines in sight are drawn, however many there are. */
export function LogView({ id, isRunning }: LogViewProps): ReactElement {
  const { t } = useTranslation();
  const log = useRunLog(id, isRunning);
  const rows = log.data?.rows ?? [];
  if (log.data === undefined && log.error) {
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  }
  if (log.data === undefined) return <Skeleton height={80} role="status" aria-label={t("common.loading")} />;
  if (rows.length === 0) {
    return (
      <p className="log-empty dimmed">{isRunning ? t("instances.logWaiting") : t("instances.logEmpty")}</p>
    );
  }
  return <LogLines id={id} rows={rows} isRunning={isRunning} />;
}

export interface LogLinesProps extends LogViewProps {
  readonly rows: readonly LogRow[];
}

/** The lines of a log that are read. */
export function LogLines({ id, rows: all, isRunning }: LogLinesProps): ReactElement {
  const { t } = useTranslation();
  const { mode } = useTimeMode();
  const [look, setLook] = useLocalStorage<LogLook>({
    key: "mojob-log-look",
    defaultValue: DEFAULT_LOG_LOOK,
    getInitialValueInEffect: false,
  });
  const [isFollowing, setFollowing] = useState(isRunning);
  const [isErrorsOnly, setErrorsOnly] = useState(false);
  const rows = useMemo(() => (isErrorsOnly ? errorsOf(all) : all), [all, isErrorsOnly]);
  const firstError = useMemo(() => firstErrorOf(rows), [rows]);
  const [wanted, setWanted] = useState("");
  const [current, setCurrent] = useState(0);
  const sought = useDeferredValue(wanted);
  const lines = useMemo(() => {
    const { shown, written } = countLines(all);
    return { shown: isErrorsOnly ? rows.length : shown, written };
  }, [all, rows, isErrorsOnly]);
  const matches = useMemo(() => findInLog(rows, sought), [rows, sought]);
  const startsOf = useMemo(() => {
    const starts = new Map<number, number[]>();
    for (const { row, start } of matches) starts.set(row, [...(starts.get(row) ?? []), start]);
    return starts;
  }, [matches]);
  const body = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: (index) => (rows[index]?.beginsAttempt === true ? ATTEMPT_PX : LINE_PX),
    overscan: OVERSCAN,
    // Drawing at once within each scroll event costs frames.
    useFlushSync: false,
  });
  useEffect(() => virtual.measure(), [virtual, look.wrap]);
  useLayoutEffect(() => {
    if (isFollowing) virtual.scrollToIndex(rows.length - 1, { align: "end" });
  }, [isFollowing, rows.length, virtual]);

  const showError = (): void => {
    if (firstError === null) return;
    setFollowing(false);
    virtual.scrollToIndex(firstError, { align: "center" });
  };
  const linked = lineOfHash(useLocation({ select: ({ hash }) => hash }));
  // Once, where the run has ended already: somebody who reads is not moved.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (!wasRunning.current && linked === null) showError();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // A log comes in parts: the line that a link leads to may be in a later one.
  const linkedRow = useMemo(() => rows.findIndex(({ number }) => number === linked), [rows, linked]);
  useEffect(() => {
    if (linkedRow === -1) return;
    setFollowing(false);
    const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: -1 };
    if (linkedRow < startIndex || linkedRow > endIndex) virtual.scrollToIndex(linkedRow, { align: "center" });
    body.current?.scrollIntoView({ block: "nearest" });
  }, [linkedRow, virtual]);

  const noteScroll = (): void => {
    const element = body.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isUp = scrollTop < lastTop.current - 2;
    lastTop.current = scrollTop;
    if (isUp && scrollHeight - scrollTop - clientHeight > AT_END_PX) setFollowing(false);
  };
  const goTo = (index: number, found = matches): void => {
    const match = found[index];
    setCurrent(index);
    if (match === undefined) return;
    setFollowing(false);
    virtual.scrollToIndex(match.row, { align: "center" });
  };
  useEffect(() => {
    if (sought !== "") goTo(0, findInLog(rows, sought));
    // Another search begins at its first match; lines that are added move nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sought]);
  const jump = (index: number): void => {
    setFollowing(false);
    virtual.scrollToIndex(index, { align: index === 0 ? "start" : "end" });
  };
  const at = matches[current];
  const firstAt = all[0]?.line.at ?? "";
  const [address = ""] = location.href.split("#");
  const lineAddress = (): string => {
    const top = virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0;
    const looked = rows[at?.row ?? top]?.number ?? 1;
    return `${address}#${hashOfLine(at === undefined ? (linked ?? looked) : looked)}`;
  };

  return (
    <div className="log">
      <LogToolbar
        id={id}
        rows={all}
        lines={lines}
        look={look}
        onLook={setLook}
        wanted={wanted}
        onWanted={setWanted}
        matches={matches.length}
        current={current}
        onMatch={(step) => goTo((current + step + matches.length) % Math.max(1, matches.length))}
        isFollowing={isFollowing}
        onFollow={isRunning ? setFollowing : null}
        onError={firstError === null ? null : showError}
        isErrorsOnly={isErrorsOnly}
        onErrorsOnly={setErrorsOnly}
        lineAddress={lineAddress}
        onTop={() => jump(0)}
        onEnd={() => jump(rows.length - 1)}
      />
      <div
        ref={body}
        className="log-body mono"
        data-wrap={look.wrap}
        role="log"
        aria-live="off"
        aria-label={t("instances.log")}
        tabIndex={0}
        onScroll={noteScroll}
      >
        <div className="log-lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const current = at?.row === index ? at.start : null;
            return (
              <div
                key={key}
                data-index={index}
                ref={look.wrap ? virtual.measureElement : null}
                className="log-place"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogLineRow
                  row={row}
                  look={look}
                  mode={mode}
                  firstAt={firstAt}
                  matches={startsOf.get(index)}
                  matchLength={sought.length}
                  currentMatch={current}
                  isLinked={row.number === linked}
                  address={address}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
