import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Bookmark } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../i18n/i18n.ts";
import { useFeature } from "../../session/use-feature.ts";
import type { ViewsListProps } from "./views-list.tsx";

const ViewsList = lazy(
  withWords(async () => ({ default: (await import("./views-list.tsx")).ViewsList }), "views"),
);

/** The saved views of a list; loaded when it is first opened. `null` where the scheduler keeps none. */
export function ViewsMenu(shown: ViewsListProps): ReactElement | null {
  const { t } = useTranslation();
  const [isMade, made] = useDisclosure(false);
  const hasViews = useFeature("views");
  if (!hasViews) return null;
  const button = (
    <Button
      variant="default"
      leftSection={<Bookmark size={14} aria-hidden="true" />}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={made.open}
    >
      {t("common.views")}
    </Button>
  );
  if (!isMade) return button;
  return (
    <Suspense fallback={button}>
      <ViewsList {...shown} />
    </Suspense>
  );
}
