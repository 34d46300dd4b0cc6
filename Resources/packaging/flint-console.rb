# The formula for Homebrew, which builds the program from the sources. A tap contains a copy of this file.
#
# It is called flint-console, as the Debian package is, because Homebrew has another formula flint. The address is the one
# in Sources/FlintCLI/FlintCLI.docc/FiveMinutes.md.
class FlintConsole < Formula
  desc "Debug console for feature-driven apps"
  homepage "https://example.com/flint"
  url "https://example.com/flint.git", tag: "0.2.0"
  license "MIT"
  head "https://example.com/flint.git", branch: "main"

  # The first version with Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  depends_on "ncurses"

  def install
    # Homebrew's sandbox does not permit another one within it.
    system "make", "install", "PREFIX=#{prefix}", "BUILD_FLAGS=--disable-sandbox"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/flint --version")
    assert_match "Premium subscription", shell_output("#{bin}/flint why smart")
  end
end
