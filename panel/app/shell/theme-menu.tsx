import { useMantineColorScheme } from "@mantine/core";
import { SunMoon } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceMenu } from "../ui/choice-menu.tsx";

export function ThemeMenu(): ReactElement {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ChoiceMenu
      label={t("shell.theme")}
      Icon={SunMoon}
      choices={() => [
        { value: "light", label: t("shell.themeLight") },
        { value: "dark", label: t("shell.themeDark") },
        { value: "auto", label: t("shell.themeAuto") },
      ]}
      value={colorScheme}
      onChoose={setColorScheme}
    />
  );
}
