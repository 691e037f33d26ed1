"""The gallery's page in a browser."""
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# The photos that the page has, and those in its document, from top to bottom.
STATE = """
const { list, grid } = window.heliograph;
if (!list?.version) return null;
list.need(0, list.count);
const tiles = [...document.querySelectorAll('.tile')].filter((tile) => !tile.gone);
tiles.sort((a, b) => a.index - b.index);
return {
  count: list.count, ids: Array.from(list.items, (item) => item?.id ?? null), version: list.version,
  shown: tiles.map((tile) => [tile.index, tile.dataset.id ?? null]),
  nodes: document.getElementsByTagName('*').length,
};
"""


class Page:
    def __init__(self, address, width=1280, height=860, is_dark=False):
        options = Options()
        arguments = ["--headless=new", f"--window-size={width},{height}", "--disable-gpu", "--no-sandbox",
                     "--disable-dev-shm-usage", "--hide-scrollbars", "--force-prefers-reduced-motion",
                     "--disable-features=IntensiveWakeUpThrottling"]
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        if is_dark:
            self.tell("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.address = address
        self.browser.get(address)

    def tell(self, command, **parameters):
        """A command of the browser's own protocol."""
        return self.browser.execute_cdp_cmd(command, parameters)

    def leave(self, before):
        """Opens another tab; what is returned does something else and comes back."""
        page = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")

        def back():
            self.browser.close()
            self.browser.switch_to.window(page)
            before()
        return back

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def state(self):
        try:
            return self.run(STATE)
        except WebDriverException:
            return None

    def complaints(self):
        """What the browser's console holds against the page, but answers that are not there."""
        return [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def close(self):
        self.browser.quit()
