import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Figure } from "../embedded/figures.ts";
import type { Servers } from "./cluster.ts";

const PROGRAM = fileURLToPath(new URL("./tenants-process.ts", import.meta.url));
const MIB = 1024 ** 2;

interface Cost {
  readonly memoryBytes: number;
  /** Of one core. */
  readonly cpuShare: number;
}

/** What idle tenants cost in one control plane: memory and CPU of its process. */
export async function measureTenants({ temporal, mongodb }: Servers): Promise<readonly Figure[]> {
  const measure = async (count: number): Promise<Cost> => {
    const database = mongodb.url.replace("/?", `/tenants-${count}?`);
    const args = ["--expose-gc", PROGRAM, `${count}`, database, temporal.address, temporal.namespace];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as Cost;
  };
  const [one, ten, fifty] = [await measure(1), await measure(10), await measure(50)];
  const each = {
    memoryBytes: (fifty.memoryBytes - one.memoryBytes) / 49,
    cpuShare: (fifty.cpuShare - one.cpuShare) / 49,
  };
  return [
    { what: "1 idle tenant", value: shown(one), aim: "" },
    { what: "10 idle tenants", value: shown(ten), aim: "" },
    { what: "50 idle tenants", value: shown(fifty), aim: "" },
    { what: "each further tenant", value: shown(each), aim: "< 5 MB, < 1 % of a core" },
  ];
}

function shown({ memoryBytes, cpuShare }: Cost): string {
  return `${(memoryBytes / MIB).toFixed(1)} MB, ${(cpuShare * 100).toFixed(2)} % of a core`;
}
