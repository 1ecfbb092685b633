import { Button } from "@mantine/core";
import { Mail } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { SummariesDialog } from "./summaries-dialog.tsx";

/** Opens the summaries that are sent. */
export function SummariesButton(): ReactElement {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Mail size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("summaries.title")}
      </Button>
      {isOpen && <SummariesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
