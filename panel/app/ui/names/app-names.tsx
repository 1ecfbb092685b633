import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { NamesInput, type NamesInputProps } from "./names-input.tsx";

export type AppNamesProps = Omit<NamesInputProps, "known" | "unknownWords" | "onTyped">;

/** Several apps, of those that are there; another one may come, and is said to be unknown. */
export function AppNames(props: AppNamesProps): ReactElement {
  const { t } = useTranslation();
  const apps = useApi("listApps", {});
  const known = apps.data?.items.map(({ app }) => app);
  if (known === undefined) return <NamesInput {...props} />;
  const unknownWords = (names: readonly string[]): string =>
    t("common.unknownApps", { count: names.length, names: names.join(t("common.separator")) });
  return <NamesInput {...props} known={known} unknownWords={unknownWords} />;
}
