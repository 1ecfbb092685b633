import { type Notice, NoticeEvent } from "../notice.ts";
import { cut } from "../text/cut.ts";
import { incidentsOf, type OneIncident } from "./one-incident.ts";
import { jsonRequest, type NoticeRequest, type Sender } from "./sender.ts";

const URL_OF_EVENTS = "https://events.pagerduty.com/v2/enqueue";
const LONGEST_SUMMARY = 1024;
const LONGEST_KEY = 255;
const SEVERITIES: readonly string[] = ["critical", "error", "warning", "info"];

/** An integration of PagerDuty with Events API v2: https://developer.pagerduty.com/docs/send-alert-event */
export const PAGERDUTY: Sender = {
  name: "PagerDuty",
  async requestsOf({ notice, settings: { url = URL_OF_EVENTS, secret = "", template }, id }) {
    const requestOf = (one: OneIncident, action: string): NoticeRequest =>
      jsonRequest(url, {
        routing_key: secret,
        event_action: action,
        dedup_key: cut(one.incident.id, LONGEST_KEY),
        client: "MoJobScheduler",
        ...(one.incident.url !== null && { client_url: one.incident.url }),
        ...(action === "trigger" && { payload: payloadOf(notice, one) }),
      });
    const all = await incidentsOf(notice, template, id);
    return all.flatMap((one) => actionsOf(notice, one).map((action) => requestOf(one, action)));
  },
};

/** A test is over at once: nobody is to be woken for it. */
function actionsOf({ event, isTest }: Notice, { incident: { state } }: OneIncident): readonly string[] {
  if (isTest) return ["trigger", "resolve"];
  if (event === NoticeEvent.Resolved) return ["resolve"];
  return state === "acknowledged" ? ["acknowledge"] : ["trigger"];
}

function payloadOf(
  { severity, app, condition, tenant, route, count }: Notice,
  { incident: { jobKey, openedAt, happened, run }, summary, error }: OneIncident,
): object {
  return {
    summary: cut(summary, LONGEST_SUMMARY),
    source: jobKey ?? app ?? "MoJobScheduler",
    severity: severity !== null && SEVERITIES.includes(severity) ? severity : "info",
    ...(openedAt !== null && { timestamp: openedAt }),
    ...(app !== null && { component: app }),
    ...(condition !== null && { class: condition }),
    custom_details: { tenant, route, job: jobKey, run, error, happened, began_together: count },
  };
}
