import { bytesOf, cutBytes } from "../text/cut.ts";
import { markdown } from "../text/escape.ts";
import { markdownUrl, messageOf } from "../text/message.ts";
import { jsonRequest, refusalByCode, type Sender } from "./sender.ts";

const MOST_BYTES = 4096;
/** No robot has the key of the address. */
const FINAL: readonly number[] = [93_000];

/** A robot of a group in WeCom: https://developer.work.weixin.qq.com/document/path/91770 */
export const WECOM: Sender = {
  name: "WeCom",
  async requestsOf({ notice, settings: { url = "", template } }) {
    const { lines, url: link } = await messageOf(notice, template, markdown);
    const [first = "", ...others] = lines;
    const shown = (template === undefined ? [`**${first}**`, ...others] : lines).join("\n");
    const end = link === null ? "" : `\n[MoJobScheduler](${markdownUrl(link)})`;
    const content = cutBytes(shown, MOST_BYTES - bytesOf(end)) + end;
    return [jsonRequest(url, { msgtype: "markdown", markdown: { content } })];
  },
  refusalIn: (body) => refusalByCode(body, { number: "errcode", words: "errmsg" }, FINAL),
};
