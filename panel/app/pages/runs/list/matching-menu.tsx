import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronDown } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { MatchingListProps } from "./matching-list.tsx";

const MatchingList = lazy(async () => ({ default: (await import("./matching-list.tsx")).MatchingList }));

/** The acts on everything the filter finds, on this page or not; loaded when it is first opened. */
export function MatchingMenu(shown: MatchingListProps): ReactElement {
  const { t } = useTranslation();
  const [isMade, made] = useDisclosure(false);
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      rightSection={<ChevronDown size={12} aria-hidden="true" />}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={made.open}
    >
      {t("instances.allMatching")}
    </Button>
  );
  if (!isMade) return button;
  return (
    <Suspense fallback={button}>
      <MatchingList {...shown} />
    </Suspense>
  );
}
