import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../session/use-session.ts";
import { sectionsOf } from "./sections.ts";

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
          {t(`shell.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
