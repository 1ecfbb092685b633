import { hmac } from "../hmac.ts";
import { cutBytes } from "../text/cut.ts";
import { markdown, plain } from "../text/escape.ts";
import { messageOf } from "../text/message.ts";
import { type Notice, NoticeEvent } from "../notice.ts";
import { jsonRequest, refusalByCode, type Sender } from "./sender.ts";

const MOST_BYTES = 18_000;
/** The parameters, the signature or its time, the sender's address, or the missing keyword. */
const FINAL: readonly number[] = [19_001, 19_021, 19_022, 19_024];

/** A custom robot of a group in Feishu or Lark: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
export const FEISHU: Sender = {
  name: "Feishu",
  async requestsOf({ notice, settings: { url = "", secret, template }, now }) {
    const isOwn = template !== undefined;
    const { title, lines, url: link } = await messageOf(notice, template, isOwn ? markdown : plain);
    const content = cutBytes(lines.join("\n"), MOST_BYTES);
    const text = { tag: isOwn ? "lark_md" : "plain_text", content };
    const button = { tag: "button", text: { tag: "plain_text", content: "MoJobScheduler" }, url: link };
    const card = {
      header: { title: { tag: "plain_text", content: title }, template: colourOf(notice) },
      elements: [{ tag: "div", text }, ...(link === null ? [] : [{ tag: "action", actions: [button] }])],
    };
    const signed = secret === undefined ? {} : await signature(secret, now);
    return [jsonRequest(url, { ...signed, msg_type: "interactive", card })];
  },
  refusalIn: (body) => refusalByCode(body, { number: "code", words: "msg" }, FINAL),
};

/** The signature of an empty text: time and secret are the key. */
async function signature(secret: string, now: Date): Promise<{ timestamp: string; sign: string }> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { timestamp, sign: await hmac(`${timestamp}\n${secret}`, "") };
}

function colourOf({ event, severity }: Notice): string {
  if (event === NoticeEvent.Resolved) return "green";
  return severity === "critical" ? "red" : severity === "warning" ? "orange" : "blue";
}
