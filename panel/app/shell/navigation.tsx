import { Link } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiRoot } from "../api/api-root.ts";
import { useSession } from "../session/use-session.ts";
import { InboxCount } from "./inbox-count.tsx";
import { sectionsOf } from "./sections.ts";

/** The pages; the one that is shown says so. */
export function Navigation(): ReactElement {
  const { t } = useTranslation();
  const { data: session } = useSession();
  return (
    <nav className="shell-navigation" aria-label={t("shell.navigation")}>
      {sectionsOf(session).map(({ section, to, Icon }) => (
        <Link key={section} to={to} className="shell-link" activeOptions={{ includeSearch: false }}>
          <Icon size={16} aria-hidden="true" />
          {t(`shell.${section}`)}
          {section === "inbox" && <InboxCount />}
        </Link>
      ))}
      <a href={`${apiRoot()}docs`} className="shell-link shell-link-last">
        <BookOpen size={16} aria-hidden="true" />
        {t("shell.api")}
      </a>
    </nav>
  );
}
