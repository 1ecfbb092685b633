import { NoticeEvent } from "../notice.ts";
import type { Sending } from "../services/sender.ts";
import { html, plain } from "../text/escape.ts";
import { messageOf } from "../text/message.ts";

/** A mail as nodemailer takes it. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt: a mail that arrives twice is known as one. */
  readonly messageId: string;
  /** A message that was never sent and that all mails of an incident continue, so that mail programs show them together. */
  readonly references: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A notice as a mail. */
export async function mailOf({ notice, settings, id }: Sending): Promise<Mail> {
  const { from = "", to = [], template } = settings;
  const { title, lines, url } = await messageOf(
    { ...notice, text: notice.mail ?? notice.text },
    template,
    plain,
  );
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? "localhost";
  const [{ id: incident } = { id }] = notice.incidents;
  return {
    from,
    to,
    subject: title,
    text: [...lines, ...(url === null ? [] : ["", url])].join("\n"),
    html: htmlOf(lines, url),
    messageId: `<run.${atom(id)}@${domain}>`,
    references: [`<incident.${atom(incident)}@${domain}>`],
    headers: {
      "List-Id": `MoJobScheduler <${atom(notice.tenant ?? "default")}.${notice.event === NoticeEvent.Summary ? "reports" : "alarms"}.mojob>`,
      // No program is to reply to it: RFC 3834.
      "Auto-Submitted": "auto-generated",
    },
  };
}

function htmlOf(lines: readonly string[], url: string | null): string {
  const paragraphs = lines.map((line) => `<p>${html(line)}</p>`);
  const link = url === null ? [] : [`<p><a href="${html(url)}">MoJobScheduler</a></p>`];
  return `<!doctype html><html><body>${[...paragraphs, ...link].join("\n")}</body></html>`;
}

/** Escapes characters that an id of a message cannot have: RFC 5322. */
function atom(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[().]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
