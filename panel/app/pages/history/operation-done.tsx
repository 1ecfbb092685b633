import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** Where it is found what became of each, and how to undo it. */
export function OperationDone({ id }: { readonly id: string | null }): ReactElement | null {
  const { t } = useTranslation();
  if (id === null) return null;
  return (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <Link to="/history/$id" params={{ id }} {...props} />}
    >
      {t("history.openOperation")}
    </Anchor>
  );
}
