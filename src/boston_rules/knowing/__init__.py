"""What a viewer may know: views, what a view tells of the hidden cards, and samples of them."""
