import type { NotificationData } from "@mantine/notifications";
import i18next from "i18next";
import { createElement } from "react";
import type { ApiError } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";
import { errorWords } from "./problem-words.ts";

let isUsed = false;
let undos = 0;
const listeners = new Set<() => void>();

/** Whether anything was shown yet: until then no page needs a place for it. */
export const notificationUse: {
  readonly subscribe: (listener: () => void) => () => void;
  readonly hasBegun: () => boolean;
} = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hasBegun: () => isUsed,
};

async function show(notification: NotificationData): Promise<void> {
  isUsed = true;
  for (const listener of listeners) listener();
  const { notifications } = await import("@mantine/notifications");
  const closeButtonProps = { "aria-label": i18next.t("common.close") };
  notifications.show({ withBorder: true, closeButtonProps, ...notification });
}

/** Takes back what was done. */
export interface Undo {
  readonly label: string;
  readonly run: () => void;
}

/** Shows that something worked, and for how long it can be taken back. @param undo @default it cannot */
export function notifyDone(message: string, undo?: Undo): void {
  if (undo === undefined) return void show({ message, color: "green", autoClose: 4000 });
  const id = `undo-${(undos += 1)}`;
  const act = async (): Promise<void> => {
    const { notifications } = await import("@mantine/notifications");
    notifications.hide(id);
    undo.run();
  };
  const button = createElement(
    "button",
    { type: "button", className: "undo-button", onClick: () => void act() },
    undo.label,
  );
  void show({ id, message: [message, " ", button], color: "green", autoClose: 10_000 });
}

/** Shows why something did not work. */
export function notifyError(error: ApiError): void {
  const issues = error.problem?.errors ?? [];
  const { title, detail } = errorWords(error);
  const say = async (): Promise<void> => {
    const message = issues.length === 0 ? detail : await saidIssues(issues);
    await show({ title, message, color: "red", autoClose: 10_000 });
  };
  void say();
}

async function saidIssues(issues: NonNullable<Problem["errors"]>): Promise<string> {
  const { issueWords } = await import("./issue-words.ts");
  return issues.map((issue) => `${issue.pointer ?? issue.parameter ?? ""} ${issueWords(issue)}`).join("\n");
}
