import { type Notice, NoticeEvent } from "../notice.ts";
import { incidentsOf, type OneIncident } from "./one-incident.ts";
import { jsonRequest, type Sender } from "./sender.ts";

const PATH = "/api/v2/alerts";
/** Alertmanager takes an alert for resolved that nobody sends again within minutes; ours is sent when it changes. */
const LASTS_MS = 7 * 24 * 3_600_000;
const TEST_LASTS_MS = 60_000;

/** Prometheus' Alertmanager: https://prometheus.io/docs/alerting/latest/alerts_api */
export const ALERTMANAGER: Sender = {
  name: "Alertmanager",
  async requestsOf({ notice, settings: { url = "", user, secret, template }, id, now }) {
    const address = new URL(url);
    if (!address.pathname.endsWith(PATH)) address.pathname = address.pathname.replace(/\/$/, "") + PATH;
    const all = await incidentsOf(notice, template, id);
    const credentials =
      user === undefined ? `Bearer ${secret}` : `Basic ${base64(`${user}:${secret ?? ""}`)}`;
    const headers = secret === undefined ? {} : { authorization: credentials };
    return [
      jsonRequest(
        address.href,
        all.map((one) => alertOf(notice, one, now)),
        headers,
      ),
    ];
  },
};

function alertOf(
  { event, isTest, condition, severity, app, tenant, at }: Notice,
  { incident: { jobKey, openedAt, resolvedAt, url, happened }, summary, error }: OneIncident,
  now: Date,
): object {
  const endsAt =
    event === NoticeEvent.Resolved
      ? (resolvedAt ?? at ?? now.toISOString())
      : new Date(now.getTime() + (isTest ? TEST_LASTS_MS : LASTS_MS)).toISOString();
  const alertname = isTest ? "MoJobTest" : (condition ?? "MoJob");
  return {
    labels: stated({ alertname, condition, severity, app, job: jobKey, tenant }),
    annotations: stated({ summary, error, happened: String(happened) }),
    startsAt: openedAt ?? now.toISOString(),
    endsAt,
    ...(url !== null && { generatorURL: url }),
  };
}

/** Alertmanager refuses a label that is no text. */
function stated(values: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ""));
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
