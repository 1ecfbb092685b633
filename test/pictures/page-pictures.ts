import type { TaskBody } from "@mojob/core/engine";
import { taskPicture } from "./task-picture.ts";

const PATTERN = /```json\n([^]*?)```\n\n```mermaid\n[^]*?```/g;

/** A page whose drawings are those of the bodies above them. */
export function withPictures(page: string): string {
  return page.replace(
    PATTERN,
    (_, json: string) =>
      `\`\`\`json\n${json}\`\`\`\n\n\`\`\`mermaid\n${taskPicture(JSON.parse(json) as TaskBody)}\n\`\`\``,
  );
}

/** The bodies of a page that have a drawing. */
export function bodiesIn(page: string): readonly TaskBody[] {
  return [...page.matchAll(PATTERN)].map(([, json = ""]) => JSON.parse(json) as TaskBody);
}
