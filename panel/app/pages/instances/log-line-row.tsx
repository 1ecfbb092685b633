import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { TimeMode } from "../../time/format-time.ts";
import { isCutMark, type LogRow, piecesOf } from "./log-rows.ts";
import { markPieces } from "./log-search.ts";
import { logTime } from "./log-time.ts";
import type { LogLook } from "./log-toolbar.tsx";

export interface LogLineRowProps {
  readonly row: LogRow;
  readonly look: LogLook;
  readonly mode: TimeMode;
  readonly firstAt: string;
  readonly matches: readonly number[] | undefined;
  readonly matchLength: number;
  readonly currentMatch: number | null;
}

/** One line as it is seen. */
export const LogLineRow = memo(function LogLineRow({
  row,
  look,
  mode,
  firstAt,
  matches = [],
  matchLength,
  currentMatch,
}: LogLineRowProps): ReactElement {
  const { t } = useTranslation();
  const { line, number, isContinued, beginsAttempt } = row;
  const isCut = isCutMark(line);
  const pieces = markPieces(piecesOf(row), matches, matchLength, currentMatch);
  return (
    <>
      {beginsAttempt && (
        <div className="log-attempt">{t("instances.logAttempt", { attempt: line.attempt })}</div>
      )}
      <div className={`log-line log-${line.level}${isCut ? " log-cut" : ""}`}>
        {look.numbers && <span className="log-number">{number}</span>}
        {look.times && (
          <time className="log-time" dateTime={line.at}>
            {isContinued ? "" : logTime(line.at, mode, firstAt)}
          </time>
        )}
        <span className="log-level">
          {line.level !== "info" && !isContinued && t(`instances.level.${line.level}`)}
        </span>
        <span className="log-text" title={isCut ? t("instances.logCut") : undefined}>
          {pieces.map(({ text, className, match }, index) => {
            const Piece = match === "none" ? "span" : "mark";
            // oxlint-disable-next-line react/no-array-index-key -- pieces have nothing else, and only change together
            return (
              <Piece
                key={index}
                className={`${className}${match === "current" ? " log-current" : ""}`}
                children={text}
              />
            );
          })}
        </span>
      </div>
    </>
  );
});
