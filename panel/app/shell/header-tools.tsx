import { ActionIcon, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CircleHelp, CircleUserRound, LogOut, Search } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useApi, useApiChange } from "../api/use-api.ts";
import { useSession } from "../session/use-session.ts";
import { Tag } from "../ui/tag.tsx";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { loadLateParts } from "./banners.tsx";
import { AlarmBell } from "./alarm-bell.tsx";
import { LiveSwitch } from "./live-switch.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { TimeMenu } from "./time-menu.tsx";

/** Tenants seldom come and go. */
const LOOK_EVERY_MS = 60_000;

/** Most deployments have one tenant, or show the reader one. */
const TenantSwitch = lazy(async () => ({ default: (await loadLateParts()).TenantSwitch }));

export interface HeaderToolsProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The tools of the header on every page. */
export function HeaderTools({ onSearch, onHelp }: HeaderToolsProps): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: session } = useSession();
  const { data: tenants } = useApi("listTenants", {}, { everyMs: LOOK_EVERY_MS });
  const signOut = useApiChange("endSession", { onDone: () => void client.resetQueries() });
  return (
    <Group gap={4} wrap="nowrap">
      {session?.app != null && <Tag>{t("shell.onlyApp", { app: session.app })}</Tag>}
      <Suspense>
        {tenants !== undefined && tenants.items.length > 1 && <TenantSwitch data={tenants} />}
      </Suspense>
      <AlarmBell />
      <LiveSwitch />
      <ActionIcon
        aria-label={t("shell.spotlight")}
        title={`${t("shell.spotlight")} · Ctrl K`}
        onClick={onSearch}
      >
        <Search size={16} />
      </ActionIcon>
      <TimeMenu />
      <LanguageMenu />
      <ThemeMenu />
      <ActionIcon
        aria-label={t("shell.shortcuts")}
        title={`${t("shell.shortcuts")} · ?`}
        onClick={onHelp}
        visibleFrom="xs"
      >
        <CircleHelp size={16} />
      </ActionIcon>
      {session?.account != null && (
        <ActionIcon
          component={Link}
          to="/account"
          aria-label={t("session.account", { name: session.account.displayName })}
          title={t("session.account", { name: session.account.displayName })}
        >
          <CircleUserRound size={16} />
        </ActionIcon>
      )}
      {session?.access === "session" && (
        <ActionIcon
          aria-label={t("session.signOut")}
          title={t("session.signOut")}
          onClick={() => signOut.mutate({})}
        >
          <LogOut size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
