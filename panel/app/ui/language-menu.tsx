import { Languages } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { switchLanguage } from "../i18n/i18n.ts";
import { type Language, LANGUAGES } from "../early/preferred-language.ts";
import { ChoiceMenu } from "./choice-menu.tsx";

const CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }));

export function LanguageMenu(): ReactElement {
  const { t, i18n } = useTranslation();
  return (
    <ChoiceMenu
      label={t("shell.language")}
      Icon={Languages}
      choices={() => CHOICES}
      value={i18n.language as Language}
      onChoose={(language) => void switchLanguage(language)}
    />
  );
}
