import { type JsonValue, NonRetryableError } from "@mojob/core";
import { renderTemplate } from "../text/template.ts";
import { type Notice, NoticeEvent } from "../notice.ts";
import { jsonRequest, type Sender, type Sending } from "./sender.ts";

/** Any receiver, by the specification of Standard Webhooks: https://www.standardwebhooks.com */
export const WEBHOOK: Sender = {
  name: "The webhook",
  async requestsOf(sending) {
    const { notice, settings, id, now } = sending;
    const { url = "", template } = settings;
    const body = template === undefined ? bodyOf(notice, now) : await ownBody(template, notice);
    const request = jsonRequest(url, body);
    const headers = { ...request.headers, ...(await signatureOf(sending, request.body)) };
    return [{ ...request, headers: { ...headers, "webhook-id": idOf(id) } }];
  },
};

function bodyOf({ isTest, ...data }: Notice, now: Date): object {
  const subject = data.event === NoticeEvent.Summary ? "report" : "incident";
  const type = isTest ? "incident.test" : `${subject}.${data.event}`;
  return { type, timestamp: data.at ?? now.toISOString(), data };
}

/** Values stand in it as `{{ text | json }}`. */
async function ownBody(template: string, notice: Notice): Promise<JsonValue> {
  const rendered = await renderTemplate(template, notice, (text) => text);
  try {
    return JSON.parse(rendered) as JsonValue;
  } catch {
    throw new NonRetryableError(
      'Cannot send the text of "work.template": a webhook gets JSON; write {{ text | json }} for a value',
    );
  }
}

/** While a secret is changed the earlier one signs too, so that the receiver may know either. */
async function signatureOf(
  { settings: { secret, previousSecret }, id, now }: Sending,
  body: string,
): Promise<Readonly<Record<string, string>>> {
  const secrets = { secret, previousSecret };
  const given = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length === 0) return {};
  const { Webhook } = await import("standardwebhooks");
  const sign = ([name, value]: readonly [string, string]): string => {
    try {
      return new Webhook(value).sign(idOf(id), now, body);
    } catch (cause) {
      throw new NonRetryableError(
        `Cannot sign with "work.${name}": it must be "whsec_" and the base64 of 24 to 64 random bytes`,
        { cause },
      );
    }
  };
  return {
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": given.map(sign).join(" "),
  };
}

/** A header has no other characters. */
function idOf(id: string): string {
  return encodeURIComponent(id);
}
