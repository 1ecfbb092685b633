import { useMantineColorScheme } from "@mantine/core";
import type { SpotlightActionData } from "@mantine/spotlight";
import { Languages, SunMoon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { switchLanguage } from "../i18n/i18n.ts";
import { type Language, LANGUAGES } from "../early/preferred-language.ts";

/** The settings of the panel itself that the palette can change: the theme and the language. */
export function usePaletteCommands(): readonly SpotlightActionData[] {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = { light: t("shell.themeLight"), dark: t("shell.themeDark"), auto: t("shell.themeAuto") };
  const schemes = (["light", "dark", "auto"] as const).filter((scheme) => scheme !== colorScheme);
  const languages = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== i18n.language);
  return [
    ...schemes.map((scheme) => ({
      id: `theme ${scheme}`,
      label: `${t("shell.theme")}: ${themes[scheme]}`,
      leftSection: <SunMoon size={16} />,
      onClick: () => setColorScheme(scheme),
    })),
    ...languages.map((language) => ({
      id: `language ${language}`,
      label: `${t("shell.language")}: ${LANGUAGES[language]}`,
      leftSection: <Languages size={16} />,
      onClick: () => void switchLanguage(language),
    })),
  ];
}
