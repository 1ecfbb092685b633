import { useDisclosure } from "@mantine/hooks";
import { Link, useRouterState } from "@tanstack/react-router";
import { BookOpen, ChevronDown, ChevronRight, Settings } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiRoot } from "../api/api-root.ts";
import { useSession } from "../session/use-session.ts";
import { InboxCount } from "./inbox-count.tsx";
import { type Section, sectionsOf } from "./sections.ts";

/** The pages; the one that is shown says so. */
export function Navigation(): ReactElement {
  const { t } = useTranslation();
  const { daily, admin } = sectionsOf(useSession().data);
  const shown = useRouterState({ select: ({ location }) => location.pathname });
  const [isChosen, chosen] = useDisclosure(false);
  const isOpen = isChosen || admin.some(({ to }) => isAt(shown, to));
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <nav className="shell-navigation" aria-label={t("shell.navigation")}>
      {daily.map(([first, ...others]) => (
        <SectionLink
          key={first?.section}
          {...(first as Section)}
          // The menu says where the reader is, beside the first page of a room too.
          isWithin={others.some(({ to }) => isAt(shown, to))}
        />
      ))}
      <button
        type="button"
        className="shell-link"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? chosen.close() : chosen.open())}
      >
        <Settings size={16} aria-hidden="true" />
        {t("shell.admin")}
        <Chevron size={14} aria-hidden="true" className="shell-chevron" />
      </button>
      {isOpen && admin.map((section) => <SectionLink key={section.section} {...section} />)}
      <a href={`${apiRoot()}docs`} className="shell-link shell-link-last">
        <BookOpen size={16} aria-hidden="true" />
        {t("shell.api")}
      </a>
    </nav>
  );
}

function isAt(shown: string, to: string): boolean {
  return shown === to || shown.startsWith(`${to}/`);
}

interface SectionLinkProps extends Section {
  /** Another page of its room is shown. @default false */
  readonly isWithin?: boolean;
}

function SectionLink({ section, to, search, Icon, isWithin = false }: SectionLinkProps): ReactElement {
  const { t } = useTranslation();
  // Of two places with one address each says by its search which of them is shown.
  const activeOptions =
    to === "/jobs" ? { includeSearch: true, explicitUndefined: true } : { includeSearch: false };
  return (
    <Link
      to={to}
      search={to === "/jobs" ? { work: search?.work } : {}}
      className="shell-link"
      activeOptions={activeOptions}
      data-within={isWithin || undefined}
    >
      <Icon size={16} aria-hidden="true" />
      {t(`shell.${section}`)}
      {section === "inbox" && <InboxCount />}
    </Link>
  );
}
