import { Alert, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Archive as ArchiveIcon } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Archive } from "../../api/operations.generated.ts";
import { Time } from "../../time/time.tsx";
import { sourceName } from "./source-name.ts";

/** Says that what is shown is of a file, and where that is from. */
export function SourceNotice({ archive }: { readonly archive: Archive }): ReactElement {
  const { t } = useTranslation();
  const { id, name, source } = archive;
  return (
    <Alert
      variant="outline"
      color="gray"
      icon={<ArchiveIcon size={16} />}
      title={
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t("exports.readOnly")}:{" "}
          <Link to="/archives/$id" params={{ id }}>
            {name}
          </Link>
        </Text>
      }
    >
      <Text size="sm" component="div">
        {t("exports.readOnlyFrom", { source: sourceName(archive), by: source.by ?? t("exports.program") })}
        {" · "}
        {t("exports.readOnlyAt")} <Time at={source.madeAt} />
        {source.hasHidden && <div>{t("exports.hidden")}</div>}
      </Text>
    </Alert>
  );
}
