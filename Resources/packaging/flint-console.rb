# The formula for Homebrew. A tap contains a copy of this file, with the hashes of the release in place of the zeros. On
# Linux it installs the program of the release, and on macOS it builds the sources. It has not been tried so far, because
# there is no release.
#
# It is called flint-console, as the Debian package is, because Homebrew has another formula flint. The address is the one
# in Sources/FlintCLI/FlintCLI.docc/FiveMinutes.md.
class FlintConsole < Formula
  desc "Debug console for feature-driven apps"
  homepage "https://example.com/flint"
  url "https://example.com/flint.git", tag: "0.2.0"
  license "MIT"
  head "https://example.com/flint.git", branch: "main"

  # The hashes are in the file SHA256SUMS that "make dist" writes.
  on_linux do
    on_intel do
      url "https://example.com/flint/releases/download/0.2.0/flint-0.2.0-linux-x86_64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    end
    on_arm do
      url "https://example.com/flint/releases/download/0.2.0/flint-0.2.0-linux-aarch64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    end
  end

  on_macos do
    # The first version with Swift 6.2.
    depends_on xcode: ["26.0", :build]
    depends_on macos: :sequoia
    depends_on "ncurses"
  end

  def install
    if OS.linux?
      prefix.install Dir["*"]
    else
      # Homebrew's sandbox does not permit another one within it.
      system "make", "install", "PREFIX=#{prefix}", "BUILD_FLAGS=--disable-sandbox"
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/flint --version")
    assert_match "Premium subscription", shell_output("#{bin}/flint why smart")
  end
end
