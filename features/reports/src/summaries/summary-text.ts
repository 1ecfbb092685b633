import type { ReportSummary, ReportTotal } from "@mojob/core/engine";
import type { Language } from "@mojob/core/words";
import type { SummaryContents } from "./summary-contents.ts";
import type { SummaryTime } from "./summary-times.ts";

const MOST_CODES = 5;
const SHORT = 3;

/** The sentences of a summary in one language. */
interface Sentences {
  title(name: string, time: string): string;
  runs(runs: number, succeeded: number, failed: number, cancelled: number, skipped: number): string;
  rate(now: string, before: string): string;
  readonly none: string;
  readonly failures: string;
  readonly slower: string;
  readonly later: string;
  readonly longest: string;
  readonly codes: string;
  missing(count: number): string;
  more(count: number): string;
  change(id: string, now: string, before: string): string;
}

const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    title: (name, time) => `${name}: ${time}`,
    runs: (runs, succeeded, failed, cancelled, skipped) =>
      `${runs} runs ended: ${succeeded} succeeded, ${failed} failed, ${cancelled} cancelled, ${skipped} skipped`,
    rate: (now, before) => `Success rate ${now} (before: ${before})`,
    none: "none",
    failures: "Failed more often",
    slower: "Took longer (95th percentile)",
    later: "Began later (95th percentile)",
    longest: "Longest runs",
    codes: "Most frequent errors",
    missing: (count) => (count === 1 ? "1 job did not run" : `${count} jobs did not run`),
    more: (count) => `and ${count} more`,
    change: (id, now, before) => `${id}: ${now} (before: ${before})`,
  },
  zh: {
    title: (name, time) => `${name}：${time}`,
    runs: (runs, succeeded, failed, cancelled, skipped) =>
      `共结束 ${runs} 次运行：成功 ${succeeded}，失败 ${failed}，取消 ${cancelled}，跳过 ${skipped}`,
    rate: (now, before) => `成功率 ${now}（之前：${before}）`,
    none: "无",
    failures: "失败增多",
    slower: "耗时变长（第 95 百分位）",
    later: "开始变晚（第 95 百分位）",
    longest: "耗时最长的运行",
    codes: "最常见的错误",
    missing: (count) => `${count} 个任务没有运行`,
    more: (count) => `另有 ${count} 个`,
    change: (id, now, before) => `${id}：${now}（之前：${before}）`,
  },
};

/** A summary as texts, a line for each sentence. */
export interface SummaryText {
  /** All of it, for mail. */
  readonly full: string;
  /** The beginning of each part, for chats. */
  readonly short: string;
}

/** Writes a summary in the language and by the clock of its reader. */
export function summaryText(
  { name, language, timeZone }: Pick<ReportSummary, "name" | "language" | "timeZone">,
  { from, to }: SummaryTime,
  contents: SummaryContents,
): SummaryText {
  const words = SENTENCES[language];
  const { report, worst, longest, missing, missingTotal } = contents;
  const { runs, succeeded, terminated, cancelled, skipped } = report.total;
  const time = `${clock(from, language, timeZone)} – ${clock(to, language, timeZone)}`;
  const head = [
    words.title(name, time),
    words.runs(runs, succeeded, terminated, cancelled, skipped),
    words.rate(rate(report.total, words), rate(report.before, words)),
  ];
  const hidden = missingTotal - missing.length;
  const parts: readonly (readonly string[])[] = [
    part(words.missing(missingTotal), [...missing, ...(hidden > 0 ? [words.more(hidden)] : [])]),
    part(
      words.failures,
      worst.failures.map(({ id, now, before }) => words.change(id, String(now), String(before))),
    ),
    part(
      words.slower,
      worst.duration.map(({ id, now, before }) => words.change(id, took(now), took(before))),
    ),
    part(
      words.later,
      worst.lateness.map(({ id, now, before }) => words.change(id, took(now), took(before))),
    ),
    part(
      words.longest,
      longest.map(({ id, maxMs }) => `${id}: ${took(maxMs)}`),
    ),
    part(
      words.codes,
      report.total.codes.slice(0, MOST_CODES).map(({ name: code, count }) => `${code}: ${count}`),
    ),
  ];
  const written = (most: number): string =>
    [
      ...head,
      ...parts.flatMap(([title, ...lines]) => (title === undefined ? [] : [title, ...lines.slice(0, most)])),
    ].join("\n");
  return { full: written(Number.POSITIVE_INFINITY), short: written(SHORT) };
}

/** Nothing of what there is nothing of. */
function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `· ${line}`)];
}

function rate({ successRate }: ReportTotal, { none }: Sentences): string {
  return successRate === null ? none : `${(Math.floor(successRate * 1000) / 10).toFixed(1)} %`;
}

function clock(at: Date, language: Language, timeZone: string): string {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" }).format(at);
}

function took(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
