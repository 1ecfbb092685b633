import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../session/use-session.ts";
import { sectionsOf } from "./sections.ts";

/** Beside a page with the most pressing of them. */
const WORDS = { failures: "shell.allFailures", incidents: "shell.allIncidents" } as const;

/** The ways between pages that belong together, above each of them. */
export function RoomLinks(): ReactNode {
  const { t } = useTranslation();
  const { daily } = sectionsOf(useSession().data);
  const shown = useRouterState({ select: ({ location }) => location.pathname });
  const room = daily.find((pages) => pages.length > 1 && pages.some(({ to }) => to === shown));
  if (room === undefined) return null;
  return (
    <nav className="room" aria-label={t("shell.room")}>
      {room.map(({ section, to }) => (
        <Link key={section} to={to} className="room-link" activeOptions={{ includeSearch: false }}>
          {t(section in WORDS ? WORDS[section as keyof typeof WORDS] : `shell.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
