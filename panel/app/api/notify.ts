import type { NotificationData } from "@mantine/notifications";
import i18next from "i18next";
import type { ApiError } from "./api-error.ts";
import { errorWords, issueWords } from "./problem-words.ts";

/** Loaded with the first notification's place, a moment after the page. */
async function show(notification: NotificationData): Promise<void> {
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
  const fields = (error.problem?.errors ?? []).map(
    (issue) => `${issue.pointer ?? issue.parameter ?? ""} ${issueWords(issue)}`,
  );
  const { title, detail } = errorWords(error);
  void show({
    title,
    message: fields.length > 0 ? fields.join("\n") : detail,
    color: "red",
    autoClose: 10_000,
  });
}
