import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { TimeMode } from "../../../time/format-time.ts";
import { isLogRemoved } from "@mojob/core/words";
import { hashOfLine } from "./linked-line.ts";
import { type LeftOut, type LogRow, piecesOf } from "./log-rows.ts";
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
  /** The address leads to it. */
  readonly isLinked: boolean;
  /** The page's own, without what leads to a line. */
  readonly address: string;
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
  isLinked,
  address,
}: LogLineRowProps): ReactElement {
  const { t } = useTranslation();
  const { line, number, cut, isContinued, beginsAttempt } = row;
  const pieces = markPieces(piecesOf(row), matches, matchLength, currentMatch);
  return (
    <>
      {beginsAttempt && (
        <div className="log-attempt">{t("instances.logAttempt", { attempt: line.attempt })}</div>
      )}
      {cut !== null ? (
        <CutLine cut={cut} />
      ) : isLogRemoved(line) ? (
        <div className="log-line log-cut">
          <span className="log-text">{t("instances.logRemoved")}</span>
        </div>
      ) : (
        <div className={`log-line log-${line.level}`} data-linked={isLinked || undefined}>
          {look.numbers && (
            // The toolbar has a link for the keyboard: one stop instead of one for each line.
            <a className="log-number" href={`${address}#${hashOfLine(number)}`} tabIndex={-1}>
              {number}
            </a>
          )}
          {look.times && (
            <time className="log-time" dateTime={line.at}>
              {isContinued ? "" : logTime(line.at, mode, firstAt)}
            </time>
          )}
          <span className="log-level">
            {line.level !== "info" && !isContinued && t(`instances.level.${line.level}`)}
          </span>
          <span className="log-text">
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
      )}
    </>
  );
});

/** Stands in place of the lines that were left out. */
function CutLine({ cut: { lines, bytes } }: { readonly cut: LeftOut }): ReactElement {
  const { t, i18n } = useTranslation();
  const count = new Intl.NumberFormat(i18n.language).format(lines);
  const kilobytes = new Intl.NumberFormat(i18n.language, {
    style: "unit",
    unit: "kilobyte",
    maximumFractionDigits: 0,
  });
  return (
    <div className="log-line log-cut">
      <span className="log-text">
        {bytes === null
          ? t("instances.logCut", { lines: count })
          : t("instances.logCutSize", { lines: count, size: kilobytes.format(Math.ceil(bytes / 1024)) })}
      </span>
    </div>
  );
}
