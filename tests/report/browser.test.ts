import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import chromium from "@sparticuz/chromium";
import { toHtml } from "@writ/engine/report";
import axe from "axe-core";
import { type Browser, chromium as driver } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { emptyReport, someReport } from "./sample.ts";

/** The browser comes in a package, for this platform only. */
const hasBrowser = process.platform === "linux" && process.arch === "x64";

const few = (): ReturnType<typeof someReport> => {
  const { periods } = someReport();
  return someReport({ periods: { ...periods, all: periods.all.slice(-1) } });
};
const pages = { some: someReport, few, empty: emptyReport };

/** The package unpacks the browser into the folder for temporary files, under one name for all users of the machine. */
async function unpacked(): Promise<string> {
  const own = fileURLToPath(new URL("../../.build/browser", import.meta.url));
  mkdirSync(own, { recursive: true });
  vi.stubEnv("TMPDIR", own);
  try {
    return await chromium.executablePath();
  } finally {
    vi.unstubAllEnvs();
  }
}

describe.skipIf(!hasBrowser)("the page in a browser", { timeout: 120_000 }, () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "writ-report-"));

  beforeAll(async () => {
    browser = await driver.launch({ executablePath: await unpacked(), args: ["--no-sandbox"] });
    for (const [name, make] of Object.entries(pages)) writeFileSync(join(folder, `${name}.html`), toHtml(make()));
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  const open = async (name: string, look: { width: number; colorScheme: "light" | "dark" }) => {
    const context = await browser.newContext({
      viewport: { width: look.width, height: 900 },
      colorScheme: look.colorScheme,
      // The check below is put into the page, which allows no script.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => void said.push(message.text()));
    page.on("pageerror", (error) => void said.push(String(error)));
    page.on("request", (request) => void said.push(`${request.resourceType()} ${request.url()}`));
    const address = pathToFileURL(join(folder, `${name}.html`)).href;
    await page.goto(address);
    return { page, context, said, own: `document ${address}` };
  };

  it.each([
    ["some", 1200, "light"],
    ["some", 1200, "dark"],
    ["some", 400, "light"],
    ["few", 400, "dark"],
    ["empty", 400, "light"],
  ] as const)(
    "%s at %s px, %s: quiet, alone, no wider than the screen, for everybody",
    async (name, width, colorScheme) => {
      const { page, context, said, own } = await open(name, { width, colorScheme });
      expect(said).toEqual([own]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await context.close();
    },
  );

  it("names below the chart do not overlap, at any width", async () => {
    for (const width of [360, 400, 700, 1200]) {
      const { page, context } = await open("some", { width, colorScheme: "light" });
      const boxes = await page.$$eval(".plot text", (names) =>
        names.map((name) => name.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      );
      expect(boxes.length).toBeGreaterThan(1);
      boxes.slice(1).forEach((box, at) => {
        expect(box.left).toBeGreaterThan((boxes[at]?.right ?? 0) + 4);
      });
      await context.close();
    }
  });

  it("runs nothing of what names say, with its own policy in force", async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("dialog", (dialog) => void said.push(dialog.message()));
    page.on("console", (message) => void said.push(message.text()));
    await page.goto(pathToFileURL(join(folder, "some.html")).href);
    expect(await page.locator("script, img, iframe").count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  it("can be read with keys: what scrolls takes the focus, the table behind the chart opens", async () => {
    const { page, context } = await open("some", { width: 400, colorScheme: "light" });
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("details").getAttribute("open")).toBe("");
    const scrolled = page.locator("#intents .scroll");
    await scrolled.focus();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press("ArrowRight");
    await expect.poll(() => scrolled.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    await context.close();
  });
});
