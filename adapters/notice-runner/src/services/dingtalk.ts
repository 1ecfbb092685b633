import { hmac } from "../hmac.ts";
import { cutBytes } from "../text/cut.ts";
import { markdown } from "../text/escape.ts";
import { markdownUrl, messageOf } from "../text/message.ts";
import { jsonRequest, refusalByCode, type Sender } from "./sender.ts";

const MOST_BYTES = 18_000;
/** No robot has the token; the robot wants a keyword, another signature or another address. */
const FINAL: readonly number[] = [300_001, 310_000];

/** A custom robot of a group in DingTalk: https://open.dingtalk.com/document/robots/custom-robot-access */
export const DINGTALK: Sender = {
  name: "DingTalk",
  async requestsOf({ notice, settings: { url = "", secret, template }, now }) {
    const { title, lines, url: link } = await messageOf(notice, template, markdown);
    const [first = "", ...others] = lines;
    const shown = template === undefined ? [`#### ${first}`, ...others].join("\n\n") : lines.join("\n");
    const text = `${cutBytes(shown, MOST_BYTES)}${link === null ? "" : `\n\n[MoJobScheduler](${markdownUrl(link)})`}`;
    const body = { msgtype: "markdown", markdown: { title: markdown(title), text }, at: { isAtAll: false } };
    return [jsonRequest(secret === undefined ? url : await signedUrl(url, secret, now), body)];
  },
  refusalIn: (body) => refusalByCode(body, { number: "errcode", words: "errmsg" }, FINAL),
};

/** The signature is good for an hour by DingTalk's clock. */
async function signedUrl(url: string, secret: string, now: Date): Promise<string> {
  const signed = new URL(url);
  const timestamp = String(now.getTime());
  signed.searchParams.set("timestamp", timestamp);
  signed.searchParams.set("sign", await hmac(secret, `${timestamp}\n${secret}`));
  return signed.href;
}
