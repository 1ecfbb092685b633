import { cutBytes } from "../text/cut.ts";
import { markdown, plain } from "../text/escape.ts";
import { messageOf } from "../text/message.ts";
import { jsonRequest, type Sender } from "./sender.ts";

const MOST_BYTES = 20_000;

/** A workflow of Microsoft Teams that posts the adaptive card that it gets: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook */
export const TEAMS: Sender = {
  name: "Teams",
  async requestsOf({ notice, settings: { url = "", template } }) {
    const isOwn = template !== undefined;
    const { lines, url: link } = await messageOf(notice, template, isOwn ? markdown : plain);
    const text = cutBytes(lines.join(isOwn ? "\n" : "\n\n"), MOST_BYTES);
    const content = {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      // A text run shows its text; a text block reads it as Markdown.
      body: isOwn
        ? [{ type: "TextBlock", text, wrap: true }]
        : text.split("\n\n").map((line, index) => ({
            type: "RichTextBlock",
            inlines: [{ type: "TextRun", text: line, ...(index === 0 && { weight: "Bolder" }) }],
          })),
      actions: link === null ? [] : [{ type: "Action.OpenUrl", title: "MoJobScheduler", url: link }],
    };
    const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
    return [jsonRequest(url, { type: "message", attachments: [attachment] })];
  },
};
