import { ActionIcon, Menu } from "@mantine/core";
import { CopyPlus, EllipsisVertical, Trash2 } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableItem } from "../../../ui/refusable-item.tsx";

const CopyJobDialog = lazy(async () => ({ default: (await import("./copy-job-dialog.tsx")).CopyJobDialog }));
const DeleteJobDialog = lazy(async () => ({
  default: (await import("./delete-job-dialog.tsx")).DeleteJobDialog,
}));

/** The seldom used acts on a job: to copy and to delete it. */
export function JobMenu({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"copy" | "delete" | null>(null);
  const mayNotCreate = useRefusal("jobs:create", job.app);
  const mayNotDelete = useRefusal("jobs:delete", job.app);
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("common.more", { name: job.options.name })}>
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <RefusableItem
            leftSection={<CopyPlus size={14} />}
            refusal={mayNotCreate}
            onClick={() => setOpen("copy")}
          >
            {t("jobLife.copy")}
          </RefusableItem>
          <RefusableItem
            leftSection={<Trash2 size={14} />}
            refusal={mayNotDelete}
            onClick={() => setOpen("delete")}
          >
            {t("jobLife.delete")}
          </RefusableItem>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === "copy" && <CopyJobDialog job={job} onClose={close} />}
        {open === "delete" && <DeleteJobDialog job={job} onClose={close} />}
      </Suspense>
    </>
  );
}
