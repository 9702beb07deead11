#!/usr/bin/python3
"""browser_test.py MODLAB SOURCE PICTURES: reads reports as a user does, in Chromium, and keeps pictures of them.

Ends with 77, which CTest reports as skipped, where Chromium, its driver or Debian's python3-selenium is missing."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    print("skipped: python3-selenium is missing")
    sys.exit(77)
CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    print("skipped: chromium or chromedriver is missing")
    sys.exit(77)

MODLAB, SOURCE, PICTURES = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
H200 = SOURCE / "results/h200"
AA = SOURCE / "results/lavapipe/aa"

# Texts that reach out of their figure, and labels of an axis that overlap; both to a pixel.
MISPLACED_TEXTS = """
  const problems = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    const frame = svg.getBoundingClientRect();
    const ticks = [];
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      const inside = box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      if (!inside) problems.push(`${svg.ariaLabel}: '${text.textContent}' is cut off`);
      if (text.classList.contains("tick") || text.classList.contains("legend")) ticks.push([text, box]);
    }
    for (const [a, one] of ticks)
      for (const [b, two] of ticks)
        if (a !== b && one.left + 1 < two.right && two.left + 1 < one.right && one.top + 3 < two.bottom &&
            two.top + 3 < one.bottom)
          problems.push(`${svg.ariaLabel}: '${a.textContent}' is over '${b.textContent}'`);
  }
  return problems;
"""


def open_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--disable-gpu", "--hide-scrollbars", "--window-size=1400,1500",
                     "--disable-dev-shm-usage"):  # which a container may have little of
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # which Chromium refuses to set up for root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(DRIVER), options=options)


class Reports(unittest.TestCase):
    """One browser for all; every test opens its page anew."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = {
            "exhaustive": cls.write("exhaustive", H200 / "exhaustive.csv", "--peers", H200 / "torch.csv"),
            "sweep": cls.write("sweep", H200 / "sweep.csv"),
            "series": cls.write("series", AA / "aa-8.csv", "--against", AA / "aa-1.csv", "--history",
                                *(AA / f"aa-{i}.csv" for i in range(1, 8))),
        }
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.browser = open_browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, *arguments):
        page = pathlib.Path(cls.folder.name) / f"{name}.html"
        subprocess.run([MODLAB, "report", *map(str, arguments), "--out", str(page)], check=True)
        return page

    def open(self, name, width=1400, height=1500):
        self.browser.set_window_size(width, height)
        self.browser.get("about:blank")
        self.browser.get(self.pages[name].as_uri())
        # get() may return in the middle of a large page.
        loaded = "return document.readyState === 'complete' && document.getElementById('tip') !== null"
        WebDriverWait(self.browser, 30).until(lambda browser: browser.execute_script(loaded))

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def keep(self, name):
        self.browser.save_screenshot(str(PICTURES / f"report-{name}.png"))

    def test_opens_without_an_error_and_asks_for_nothing(self):
        for name, page in self.pages.items():
            with self.subTest(page=name):
                self.open(name)
                self.assertEqual(self.browser.get_log("browser"), [])
                events = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
                asked = {event["params"]["request"]["url"] for event in events
                         if event["method"] == "Network.requestWillBeSent"}
                self.assertIn(page.as_uri(), asked)
                self.assertLessEqual(asked, {page.as_uri() for page in self.pages.values()})

    def test_every_figure_is_drawn_with_its_caption_and_no_text_is_misplaced(self):
        expected = {"exhaustive": {"Roofline", "Axis effects", "Heat map", "Search progress"},
                    "sweep": {"Roofline", "Axis effects", "Heat map", "Search progress"},
                    "series": {"Roofline", "Comparison", "History", "Search progress"}}
        for name in self.pages:
            with self.subTest(page=name):
                self.open(name)
                captions = self.browser.execute_script(
                    "return Array.from(document.querySelectorAll('figcaption b'), b => b.textContent.slice(0, -1))")
                self.assertLessEqual(expected[name], set(captions))
                sizes = self.browser.execute_script(
                    "return Array.from(document.querySelectorAll('figure svg'), svg => "
                    "{ const box = svg.getBBox(); return [box.width, box.height] })")
                self.assertEqual(len(sizes), len(captions))
                for width, height in sizes:
                    self.assertGreater(min(width, height), 60)
                self.assertEqual(self.browser.execute_script(MISPLACED_TEXTS), [])

    def test_a_click_on_a_heading_sorts_and_another_turns_it_round(self):
        self.open("exhaustive")
        headings = self.browser.find_elements(By.CSS_SELECTOR, "#winners th button")
        column = [heading.text for heading in headings].index("GB/s")

        def figures():
            return self.browser.execute_script(
                "return Array.from(document.querySelectorAll('#winners tbody tr'), "
                "row => Number(row.cells[arguments[0]].textContent))", column)

        before = figures()
        self.assertNotEqual(before, sorted(before))
        headings[column].click()
        self.assertEqual(figures(), sorted(before))
        headings[column].click()
        self.assertEqual(figures(), sorted(before, reverse=True))

        headings[0].click()
        names = [cell.text for cell in self.browser.find_elements(By.CSS_SELECTOR, "#winners td:first-child")]
        self.assertTrue(names[0].startswith("floor/f16/16x16"), names[0])
        self.assertTrue(names[-1].startswith("truncate/"), names[-1])

    def test_a_shape_under_the_mouse_tells_its_numbers_at_once(self):
        self.open("exhaustive")
        bar = self.find("#roofline rect.exact")
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", bar)
        ActionChains(self.browser).move_to_element(bar).perform()
        self.assertIn("368.06 us (367.82 us to 368.30 us)", self.find("#tip").text)
        self.keep("tip")

    def test_light_dark_narrow_and_print(self):
        self.open("exhaustive")
        self.keep("light")
        paper = "return getComputedStyle(document.body).backgroundColor"
        light = self.browser.execute_script(paper)
        self.find("#theme").click()
        self.assertNotEqual(self.browser.execute_script(paper), light)
        self.keep("dark")
        for name in self.pages:
            for width in (1400, 500):
                self.open(name, width)
                self.assertLessEqual(
                    self.browser.execute_script("return document.documentElement.scrollWidth"), width,
                    f"{name} scrolls sideways at {width}")
                self.keep(f"{name}-{width}")
        self.open("series")
        for part in ("comparison", "history", "workload-1"):
            self.browser.execute_script("document.getElementById(arguments[0]).scrollIntoView()", part)
            self.keep(part)
        pdf = base64.b64decode(self.browser.print_page())
        (PICTURES / "report.pdf").write_bytes(pdf)
        self.assertTrue(pdf.startswith(b"%PDF"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
