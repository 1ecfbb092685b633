import { type Incident, NoticeEvent } from "../incident/incident.ts";
import { incidentText } from "./incident-text.ts";
import type { Language } from "./language.ts";

/** What one notice says. */
export interface NoticeContent {
  readonly event: NoticeEvent;
  /** The first of them. */
  readonly incidents: readonly Incident[];
  /** How many there are. */
  readonly count: number;
  readonly url: string | null;
}

interface NoticeWords {
  readonly severity: Readonly<Record<Incident["severity"], string>>;
  readonly resolved: string;
  readonly repeated: string;
  readonly line: (mark: string, subject: string, text: string) => string;
  readonly app: (name: string) => string;
  readonly scheduler: string;
  readonly more: (count: number) => string;
}

const WORDS: Readonly<Record<Language, NoticeWords>> = {
  en: {
    severity: { critical: "Critical", warning: "Warning", info: "Info" },
    resolved: "Resolved",
    repeated: "Still",
    line: (mark, subject, text) => `${mark}: ${subject}: ${text}`,
    app: (name) => `app ${name}`,
    scheduler: "the scheduler",
    more: (count) => `and ${count} more`,
  },
  zh: {
    severity: { critical: "严重", warning: "警告", info: "提示" },
    resolved: "已恢复",
    repeated: "仍未处理",
    line: (mark, subject, text) => `【${mark}】${subject}：${text}`,
    app: (name) => `应用 ${name}`,
    scheduler: "调度中心",
    more: (count) => `另有 ${count} 个`,
  },
};

/** The text of a notice: one line an incident, and where to look. */
export function noticeText({ event, incidents, count, url }: NoticeContent, language: Language): string {
  const words = WORDS[language];
  const lines = incidents.map((incident) => {
    const { app, jobKey, severity } = incident;
    const subject = jobKey ?? (app === null ? words.scheduler : words.app(app));
    return words.line(markOf(event, severity, words), subject, incidentText(incident, language));
  });
  const left = count - incidents.length;
  return [...lines, ...(left > 0 ? [words.more(left)] : []), ...(url === null ? [] : [url])].join("\n");
}

function markOf(event: NoticeEvent, severity: Incident["severity"], words: NoticeWords): string {
  if (event === NoticeEvent.Resolved) return words.resolved;
  return event === NoticeEvent.Repeated ? words.repeated : words.severity[severity];
}
