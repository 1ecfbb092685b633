import { type Notice, NoticeEvent, type NoticeIncident } from "../notice.ts";
import { cut, LONGEST_ERROR } from "../text/cut.ts";
import { plain } from "../text/escape.ts";
import { messageOf } from "../text/message.ts";

/** One incident of a notice, for services that keep incidents themselves. */
export interface OneIncident {
  readonly incident: NoticeIncident;
  /** The incident and its subject in one line. */
  readonly summary: string;
  readonly error: string | null;
}

/** Those that the notice names; what names none is one of its own, known by the run. */
export async function incidentsOf(
  notice: Notice,
  template: string | undefined,
  id: string,
): Promise<readonly OneIncident[]> {
  const { incidents, text, at, url } = notice;
  const alone: NoticeIncident = {
    id,
    jobKey: null,
    text,
    openedAt: at,
    resolvedAt: notice.event === NoticeEvent.Resolved ? at : null,
    happened: 1,
    error: null,
    state: null,
    assignee: null,
    run: null,
    url,
  };
  const all = incidents.length === 0 ? [alone] : incidents;
  return Promise.all(
    all.map(async (incident) => ({
      incident,
      summary: await summaryOf(notice, incident, template),
      error: incident.error === null ? null : cut(plain(incident.error), LONGEST_ERROR),
    })),
  );
}

async function summaryOf(
  notice: Notice,
  incident: NoticeIncident,
  template: string | undefined,
): Promise<string> {
  const one = { ...notice, text: incident.text, incidents: [incident], count: 1, url: incident.url };
  const { lines } = await messageOf(one, template, plain);
  const subject = incident.jobKey ?? notice.app;
  const text = lines.join(" ").trim();
  return template === undefined && subject !== null ? `${subject}: ${text}` : text;
}
