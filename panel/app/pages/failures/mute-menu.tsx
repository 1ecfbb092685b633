import { Button, Menu } from "@mantine/core";
import { BellOff } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { browserClock } from "../../time/clock.ts";

const HOUR_MS = 3_600_000;
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const;

export interface MuteMenuProps {
  /** When the group failed last. */
  readonly lastAt: string;
  /** Why nothing can be muted; `null` where it can. */
  readonly refusal: string | null;
  readonly onMute: (mutedAt: string) => void;
}

/** Hides a group until it fails again, or for a time whatever it does meanwhile. */
export function MuteMenu({ lastAt, refusal, onMute }: MuteMenuProps): ReactElement {
  const { t } = useTranslation();
  const look = {
    variant: "subtle",
    size: "compact-sm",
    leftSection: <BellOff size={13} aria-hidden="true" />,
  } as const;
  if (refusal !== null)
    return (
      <RefusableButton {...look} refusal={refusal}>
        {t("failures.mute")}
      </RefusableButton>
    );
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button {...look} title={t("failures.muteHint")}>
          {t("failures.mute")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onMute(lastAt)}>{t("failures.untilAgain")}</Menu.Item>
        {(["hour", "day", "week"] as const).map((span) => (
          <Menu.Item
            key={span}
            onClick={() => onMute(new Date(browserClock.now() + SPANS[span]).toISOString())}
          >
            {t(`failures.muteFor.${span}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
