import type { NotificationData } from "@mantine/notifications";
import i18next from "i18next";
import type { ApiError } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";
import { errorWords } from "./problem-words.ts";

let isUsed = false;
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

/** Shows that something worked. */
export function notifyDone(message: string): void {
  void show({ message, color: "green", autoClose: 4000 });
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
