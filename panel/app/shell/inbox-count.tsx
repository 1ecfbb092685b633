import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useInboxCount } from "../pages/inbox/use-inbox.ts";

const MOST_SHOWN = 99;

/** How much waits for the reader, beside the way to it. */
export function InboxCount(): ReactNode {
  const { t } = useTranslation();
  const count = useInboxCount();
  if (count === 0) return null;
  return (
    <span className="shell-count" title={t("shell.inboxCount", { count })}>
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <VisuallyHidden>{t("shell.inboxCount", { count })}</VisuallyHidden>
    </span>
  );
}
