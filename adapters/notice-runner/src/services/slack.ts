import { cut } from "../text/cut.ts";
import { slack } from "../text/escape.ts";
import { messageOf } from "../text/message.ts";
import { jsonRequest, type Sender } from "./sender.ts";

const LONGEST_SECTION = 2900;

/** An incoming webhook of Slack, and of what takes its form: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const SLACK: Sender = {
  name: "Slack",
  async requestsOf({ notice, settings: { url = "", template } }) {
    const { title, lines, url: link } = await messageOf(notice, template, slack);
    const [first = "", ...others] = lines;
    const shown = (template === undefined ? [`*${first}*`, ...others] : lines).join("\n");
    // Verbatim: no word of a text becomes a link or a mention.
    const section = (text: string): object => ({
      type: "section",
      text: { type: "mrkdwn", text, verbatim: true },
    });
    const blocks = [
      section(cut(shown, LONGEST_SECTION)),
      ...(link === null ? [] : [section(`<${link}|MoJobScheduler>`)]),
    ];
    return [jsonRequest(url, { text: slack(title), blocks })];
  },
};
