import { Box, Burger, Group, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Outlet, useRouterState } from "@tanstack/react-router";
import {
  lazy,
  type MouseEvent,
  type ReactElement,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import { LiveProvider } from "../live/live-provider.tsx";
import { usePlace } from "../session/use-place.ts";
import { tickRow, walkRows } from "../ui/table/walk-rows.ts";
import { usePlaceIcon } from "./use-place-icon.ts";
import { Logo } from "../ui/logo.tsx";
import { Banners } from "./banners.tsx";
import { HeaderTools } from "./header-tools.tsx";
import { TitleEnd, titleEndAt } from "../ui/page/use-page-title.ts";
import { LoadingBar } from "../ui/page/loading-bar.tsx";
import { Navigation } from "./navigation.tsx";
import { PlaceTags } from "./place-tags.tsx";
import { Palette } from "./palette.tsx";
import { RoomLinks } from "./room-links.tsx";

const ShortcutsDialog = lazy(async () => ({
  default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
}));

/** Header, navigation and the page. */
export function Shell(): ReactElement {
  const { t } = useTranslation();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const { tenant, environment, isProduction } = usePlace();
  usePlaceIcon(isProduction);
  const main = useRef<HTMLElement>(null);
  // The router draws all that it shows in one go; the first page comes after its frame, and in parts.
  const isFramed = useDeferredValue(true, false);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(menu.close, [pathname, menu.close]);
  useHotkeys([
    ["mod+K", palette.open],
    ["/", focusSearch],
    ["shift+?", help.open],
    ["?", help.open],
    ["j", () => walkRows(1)],
    ["k", () => walkRows(-1)],
    ["x", tickRow],
  ]);
  // A link to a fragment would lead to the page's base.
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <TitleEnd value={titleEndAt(tenant, environment)}>
      <LiveProvider>
        <a href="#main" className="skip-link" onClick={skip}>
          {t("shell.skip")}
        </a>
        <div className="shell" data-menu={isMenuOpen} data-production={isProduction}>
          <header className="shell-header">
            <Group gap="xs" wrap="nowrap">
              <Burger
                opened={isMenuOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t("shell.openNavigation")}
                aria-expanded={isMenuOpen}
              />
              <Logo isProduction={isProduction} />
              <Text fw={650} visibleFrom="md">
                MoJobScheduler
              </Text>
              <Box visibleFrom="sm" miw={0}>
                <PlaceTags />
              </Box>
            </Group>
            <HeaderTools onSearch={palette.open} onHelp={help.open} />
          </header>
          <LoadingBar />
          <Navigation />
          <main id="main" ref={main} tabIndex={-1} className="shell-main">
            <Box hiddenFrom="sm">
              <PlaceTags />
            </Box>
            <Banners />
            <RoomLinks />
            {isFramed && <Outlet />}
          </main>
        </div>
        <Suspense>{isHelpOpen && <ShortcutsDialog onClose={help.close} />}</Suspense>
        {isPaletteOpen && <Palette onClose={palette.close} />}
      </LiveProvider>
    </TitleEnd>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>("[data-page-search]")?.focus();
}
