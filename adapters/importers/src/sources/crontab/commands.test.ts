import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCrontab } from "./read-crontab.ts";

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-crontab-"));
  home = join(folder, "home");
  mkdirSync(home);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the first command of a crontab as a worker runs its script: in a folder of the run's own. */
function run(
  crontab: string,
  { anyExitCode = false, programs = "" }: { readonly anyExitCode?: boolean; readonly programs?: string } = {},
): { status: number | null; output: string; errors: string } {
  const [job] = readCrontab(crontab, { timeZone: "UTC", hasUser: false, anyExitCode }).jobs;
  const script = join(folder, "script");
  writeFileSync(script, String(job?.work["source"]));
  const own = mkdtempSync(join(folder, "run-"));
  const { status, stdout, stderr } = spawnSync("/bin/sh", [script], {
    cwd: own,
    encoding: "utf8",
    env: { PATH: [programs, process.env["PATH"]].filter(Boolean).join(":"), HOME: own },
  });
  return { status, output: stdout, errors: stderr };
}

function has(program: string): boolean {
  return existsSync(program);
}

describe("commands of a crontab, executed", () => {
  it("have the HOME, USER and LOGNAME of the user, and begin there", () => {
    const { output } = run('0 1 * * * pwd; echo "$HOME $USER $LOGNAME"');
    const { username } = userInfo();
    // The home folder that the system knows, whatever this process's environment says.
    const known = execFileSync("/bin/sh", ["-c", 'eval echo "~$(id -un)"'], { encoding: "utf8" }).trim();
    expect(output.split("\n").slice(0, 2)).toEqual([known, `${known} ${username} ${username}`]);
    expect(known === homedir() || known.startsWith("/")).toBe(true);
  });

  it("begin in the HOME that the crontab states, to which ~ and relative paths lead", () => {
    const { status } = run(`HOME=${home}\n0 1 * * * echo saved > ~/saved.txt; echo here > ./relative`);
    expect(status).toBe(0);
    expect(readFileSync(join(home, "saved.txt"), "utf8")).toBe("saved\n");
    expect(readFileSync(join(home, "relative"), "utf8")).toBe("here\n");
  });

  it.each([
    ['printf x >> "$HOME/found"', "x"],
    ["mkdir sub && cd sub && pwd > ../found", "/home/sub\n"],
    ["(umask 077; echo ~ > ${HOME}/found)", "/home\n"],
  ])("leave what they write in the HOME that the crontab states: %s", (command, content) => {
    expect(run(`HOME=${home}\n0 1 * * * ${command}`).status).toBe(0);
    expect(readFileSync(join(home, "found"), "utf8").replace(folder, "")).toBe(content);
  });

  it("keep the run's own folder where nobody knows the user, as in a sandbox, and say nothing of it", () => {
    // An `id` that knows no name stands before the system's.
    const programs = join(folder, "bin");
    mkdirSync(programs);
    writeFileSync(join(programs, "id"), "#!/bin/sh\necho 'id: cannot find name' >&2\necho 65534\nexit 1\n", {
      mode: 0o755,
    });
    const { output, errors } = run('0 1 * * * pwd; echo "[$USER]"', { programs });
    const [place = "", user] = output.split("\n");
    expect(place.startsWith(join(folder, "run-"))).toBe(true);
    expect([user, errors]).toEqual(["[]", ""]);
  });

  it("go on where HOME cannot be entered, and say so", () => {
    const { status, output, errors } = run("HOME=/no/such/folder\n0 1 * * * echo on");
    expect([status, output]).toEqual([0, "on\n"]);
    expect(errors).toContain("Cannot enter HOME=/no/such/folder");
  });

  // Some systems have no bash.
  it.skipIf(!has("/bin/bash"))("are read by the bash that SHELL names", () => {
    // sh would put `false` into the background, and succeed.
    const bash = `SHELL=/bin/bash\nHOME=${home}\n`;
    expect(run(`${bash}15 6 * * * true && false &>> out.log`).status).toBe(1);
    expect(run(`${bash}16 6 * * * [[ -d . ]] && cat <(echo inner)`)).toMatchObject({ output: "inner\n" });
    expect(run(`${bash}17 6 * * * a=(1 2 3); echo "it's \${a[2]}"`)).toMatchObject({ output: "it's 3\n" });
  });

  // Some systems have no python.
  it.skipIf(!has("/usr/bin/python3"))("are read by the python that SHELL names", () => {
    expect(run("SHELL=/usr/bin/python3\n* * * * * print(6 * 7)")).toMatchObject({
      status: 0,
      output: "42\n",
    });
  });

  // Some systems have no bash.
  it.skipIf(!has("/bin/bash")).each([
    ["cd nowhere &> /dev/null || echo missed", "missed\n"],
    ["declare -A of=([a]=1); echo ${of[a]}", "1\n"],
    ["read -r word <<< 'here now'; echo ${word^^}", "HERE NOW\n"],
  ])("have bash's own words where SHELL names it: %s", (command, output) => {
    expect(run(`SHELL=/bin/bash\nHOME=${home}\n5 6 * * * ${command}`)).toMatchObject({ status: 0, output });
  });

  it("are given to any other program as cron gives them, with -c", () => {
    const program = join(folder, "shell");
    writeFileSync(program, '#!/bin/sh\necho "[$1] [$2]"\n', { mode: 0o755 });
    expect(run(`SHELL=${program}\n* * * * * it's  here`)).toMatchObject({ output: "[-c] [it's  here]\n" });
  });

  it("end with 127 where the shell is not there", () => {
    const { status, errors } = run("SHELL=/opt/none/zsh\n* * * * * echo never");
    expect(status).toBe(127);
    expect(errors).toContain("SHELL=/opt/none/zsh is not there");
  });

  it("get what follows % as input, whichever shell reads them", () => {
    expect(run("0 8 * * * cat%Hello%100\\%")).toMatchObject({ output: "Hello\n100%\n" });
    if (has("/bin/bash"))
      expect(run("SHELL=/bin/bash\n0 8 * * * cat; echo 'x'%Hello")).toMatchObject({ output: "Hello\nx\n" });
  });

  it.each(["test 1 = 2 && date", "[ -x /nowhere/at-all ] && /nowhere/at-all", "[ -f ./none ] && cat ./none"])(
    "that end with a test are said, and succeed where any exit code does: %s",
    (command) => {
      const line = `0 9 1-7 * * ${command}`;
      const [job] = readCrontab(line, { timeZone: "UTC", hasUser: false }).jobs;
      expect(job?.findings.map(({ code }) => code)).toContain("exit_test");
      expect([run(line).status, run(line, { anyExitCode: true }).status]).toEqual([1, 0]);
    },
  );

  it("fail by their exit code, or succeed on any where that is wanted", () => {
    const line = "0 9 1-7 * * [ 1 = 2 ] && echo sunday";
    expect(run(line).status).toBe(1);
    expect(run(line, { anyExitCode: true }).status).toBe(0);
    expect(run("* * * * * exit 3").status).toBe(3);
    expect(run("* * * * * exit 3", { anyExitCode: true }).status).toBe(0);
  });
});
