/** A stretch of time in which a zone's clock has one offset. */
export interface ClockSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** The offset to add to an instant to read its local time. */
  readonly offsetMs: number;
  /** The offset before the span. */
  readonly beforeMs: number;
  /** The offset after it. */
  readonly afterMs: number;
}

const PROBE_MS = 6 * 60 * 60 * 1000;

/**
 * The offsets of a zone between two instants, read from `Intl` and from nothing of the scheduler's own: the comparison of old and new
 * fires would prove little if both sides shared a mistake.
 */
export function clockSpans(timeZone: string, fromMs: number, toMs: number): readonly ClockSpan[] {
  const offsetAt = offsetReader(timeZone);
  const spans: { fromMs: number; toMs: number; offsetMs: number }[] = [];
  let begin = fromMs;
  let offset = offsetAt(fromMs);
  for (let at = fromMs; at < toMs; at += PROBE_MS) {
    const end = Math.min(at + PROBE_MS, toMs);
    const after = offsetAt(end);
    if (after === offset) continue;
    const change = findChange(offsetAt, at, end);
    spans.push({ fromMs: begin, toMs: change, offsetMs: offset });
    begin = change;
    offset = after;
  }
  spans.push({ fromMs: begin, toMs, offsetMs: offset });
  return spans.map((span, index) => ({
    ...span,
    beforeMs: spans[index - 1]?.offsetMs ?? span.offsetMs,
    afterMs: spans[index + 1]?.offsetMs ?? span.offsetMs,
  }));
}

/** The first whole second with another offset than `low`. */
function findChange(offsetAt: (ms: number) => number, low: number, high: number): number {
  const before = offsetAt(low);
  let from = low;
  let to = high;
  while (to - from > 1000) {
    const middle = from + Math.floor((to - from) / 2000) * 1000;
    if (offsetAt(middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

function offsetReader(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (ms) => {
    const read: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) read[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}
